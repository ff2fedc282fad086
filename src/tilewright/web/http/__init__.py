"""What serves the browser: `app` has the routes, `server` runs uvicorn.

`guard` rejects strangers and large bodies.
"""
