"""A mail server on the loopback for the tests, by aiosmtpd: it puts mail into a folder of the form Maildir.

smtp.py PORT MAILDIR [--tls starttls|tls CERTIFICATE KEY] [--user NAME PASSWORD] [--refuse ADDRESS]
"""

import argparse
import asyncio
import ssl

from aiosmtpd.controller import UnthreadedController
from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import AuthResult


class Handler(Mailbox):
    def __init__(self, folder, refused):
        super().__init__(folder)
        self.refused = refused

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address == self.refused:
            return "550 5.1.1 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"


arguments = argparse.ArgumentParser()
arguments.add_argument("port", type=int)
arguments.add_argument("folder")
arguments.add_argument("--tls", nargs=3)
arguments.add_argument("--user", nargs=2)
arguments.add_argument("--refuse")
given = arguments.parse_args()

options = {}
if given.tls:
    kind, certificate, key = given.tls
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    if kind == "tls":
        options["ssl_context"] = context
    else:
        options["tls_context"] = context
        options["require_starttls"] = True
if given.user:

    def checked(server, session, envelope, mechanism, data):
        is_right = [data.login.decode(), data.password.decode()] == given.user
        return AuthResult(success=is_right, handled=False)

    options["authenticator"] = checked
    options["auth_required"] = True
    # The protection from the beginning is none that aiosmtpd sees.
    options["auth_require_tls"] = bool(given.tls) and given.tls[0] == "starttls"

loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
handler = Handler(given.folder, given.refuse)
UnthreadedController(handler, hostname="127.0.0.1", port=given.port, loop=loop, **options).begin()
print("ready", flush=True)
loop.run_forever()
