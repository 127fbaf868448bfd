# Build the environment in a stage of its own, so that pip and other build tools stay out of the image. The hash of every
# Python package is checked against requirements-image.txt; Debian signs its own packages.
FROM python:3.13.15-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS build
WORKDIR /src
COPY . .
# The commit for `miasma --version`, which can't be read from .git because the image is built without .git.
ARG COMMIT=
# Draw the boards once, so that the image contains the cache of rendered pieces. Delete most of Babel's thousand
# locales: the bot speaks four languages.
RUN python -m venv --without-pip /opt/miasma \
 && pip --python /opt/miasma install --no-cache-dir --no-deps --require-hashes -r requirements-image.txt \
 && pip --python /opt/miasma install --no-cache-dir --no-deps --no-index --no-build-isolation . \
 && pip --python /opt/miasma uninstall --yes setuptools \
 && /opt/miasma/bin/python -P -c 'from games.drawing import prepare; prepare()' \
 && find /opt/miasma -path '*/babel/locale-data/*.dat' \
    ! -name 'root.dat' ! -name 'en*' ! -name 'de*' ! -name 'pl*' ! -name 'hu*' -delete

FROM python:3.13.15-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
# Copy what `miasma backup` needs for PostgreSQL: two programs and a library, without the 60 MB of Perl that Debian's
# package depends on.
RUN apt-get update && apt-get install --yes --no-install-recommends libpq5 \
 && cd /tmp && apt-get download postgresql-client-17 \
 && dpkg --fsys-tarfile postgresql-client-17_*.deb | tar --extract --directory=/usr/local/bin --strip-components=6 \
    ./usr/lib/postgresql/17/bin/pg_dump ./usr/lib/postgresql/17/bin/pg_restore \
 && rm -r postgresql-client-17_*.deb /var/lib/apt/lists/* && pg_restore --version && pg_dump --version
RUN useradd --uid 10001 --no-create-home --home-dir /data miasma && install --directory --owner=miasma /data
COPY --from=build /opt/miasma /opt/miasma
ENV PATH=/opt/miasma/bin:$PATH PYTHONUNBUFFERED=1 \
    MIASMA_DATABASE=/data/miasma.sqlite MIASMA_HOST=0.0.0.0 MIASMA_HEALTH_PORT=8348
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8347
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from os import environ; from urllib.request import urlopen; urlopen(f'http://127.0.0.1:{environ[\"MIASMA_HEALTH_PORT\"]}/health')"]
ENTRYPOINT ["miasma"]
