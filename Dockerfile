# Build the environment, and leave pip and everything else that only this needs behind.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
# Babel has the data of a thousand locales, the bot speaks four languages.
RUN python -m venv --without-pip /opt/miasma \
 && pip --python /opt/miasma install --no-cache-dir -c constraints.txt '.[table,metrics,postgres]' \
 && find /opt/miasma -path '*/babel/locale-data/*.dat' \
    ! -name 'root.dat' ! -name 'en*' ! -name 'de*' ! -name 'pl*' ! -name 'hu*' -delete

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data miasma && install --directory --owner=miasma /data
COPY --from=build /opt/miasma /opt/miasma
ENV PATH=/opt/miasma/bin:$PATH PYTHONUNBUFFERED=1 \
    MIASMA_DATABASE=/data/miasma.sqlite MIASMA_HOST=0.0.0.0 MIASMA_HEALTH_PORT=8348
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8347 8348
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from os import environ; from urllib.request import urlopen; urlopen(f'http://127.0.0.1:{environ[\"MIASMA_HEALTH_PORT\"]}/health')"]
ENTRYPOINT ["miasma"]
