# The service: `docker build -t ringmaster . && docker run -v ringmaster:/data -e RINGMASTER_DISCORD__TOKEN=… ringmaster`
FROM python:3.13-slim AS build
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/ringmaster \
    && /opt/ringmaster/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY migrations migrations
COPY src src
RUN pip install --no-cache-dir "hatchling>=1.28" \
    && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/ringmaster/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home ringmaster
COPY --from=build /opt/ringmaster /opt/ringmaster
ENV PATH=/opt/ringmaster/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    RINGMASTER_DATABASE__URL=sqlite:////data/ringmaster.sqlite3
USER ringmaster
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["ringmaster", "doctor", "--health"]
ENTRYPOINT ["ringmaster"]
CMD ["run"]
