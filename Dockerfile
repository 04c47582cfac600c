FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /app

# The packages first: they change less often than the bot.
COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes -r requirements/run.txt

RUN useradd --system --uid 10001 --no-create-home skirmish \
    && install -d -o skirmish -g skirmish /data

COPY LICENSE README.md pyproject.toml ./
COPY migrations migrations
COPY rules rules
COPY bot bot
RUN python -m compileall -q bot rules migrations

USER skirmish
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/skirmish.db \
    HEALTH_PORT=8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"HEALTH_PORT\"]}/health', timeout=4)"]

# Brings the database up to date, then becomes the bot, so that the signal to stop reaches it.
CMD ["sh", "-c", "python -m bot migrate && exec python -m bot run"]
