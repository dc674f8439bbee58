-- What tells somebody's own sign-ins apart is the cookie of a browser (known_browsers), not where it was.
DROP TABLE sign_in_origins;
