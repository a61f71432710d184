#!/usr/bin/env python3
"""Prints what is wrong with a JSON document by a JSON Schema, a line each. Usage: check-schema.py SCHEMA DOCUMENT"""
import json
import sys

import jsonschema

schema, document = (json.load(open(path)) for path in sys.argv[1:])
# A schema names its own draft; SARIF's is of draft 4.
for error in jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)(schema).iter_errors(document):
    print(f"{'.'.join(map(str, error.absolute_path))}: {error.message[:300]}")
