"""A desk in a browser: pages behind a passphrase, over the same recorder as any other desk."""
