"""What talks to the browser: `app` has the routes, `server` is uvicorn around it.

`guard` keeps strangers and large bodies out, `connections` bounds how many clients there may be, `wording`
says what a request has got wrong, `packing` sends what is the same for everyone small, and once.
"""
