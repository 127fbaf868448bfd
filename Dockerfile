# Build the environment, and leave pip and everything else that only this needs behind. Every file that is downloaded has
# a hash in requirements-image.txt; the image itself is built without a network.
FROM python:3.13.15-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS build
WORKDIR /src
COPY . .
# Babel has the data of a thousand locales, the bot speaks four languages.
RUN python -m venv --without-pip /opt/miasma \
 && pip --python /opt/miasma install --no-cache-dir --no-deps --require-hashes -r requirements-image.txt \
 && pip --python /opt/miasma install --no-cache-dir --no-deps --no-index --no-build-isolation . \
 && pip --python /opt/miasma uninstall --yes setuptools \
 && find /opt/miasma -path '*/babel/locale-data/*.dat' \
    ! -name 'root.dat' ! -name 'en*' ! -name 'de*' ! -name 'pl*' ! -name 'hu*' -delete

FROM python:3.13.15-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
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
