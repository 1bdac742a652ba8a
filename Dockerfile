# The service; how to run it: docs/operating.md
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
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin ringmaster \
    && install --directory --owner=ringmaster --group=ringmaster --mode=0700 /data
COPY --from=build /opt/ringmaster /opt/ringmaster
ENV PATH=/opt/ringmaster/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    RINGMASTER_DATA_DIR=/data
# A number, so that orchestrators can see that it is not root.
USER 10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["ringmaster", "doctor", "--health"]
ENTRYPOINT ["ringmaster"]
CMD ["run"]
