"""Scans with pyatv for the seconds given and prints what it makes of each device, as JSON: the peer of `segue discover`."""
import asyncio
import json
import sys

import pyatv


async def main(seconds: float) -> None:
    devices = await pyatv.scan(asyncio.get_running_loop(), timeout=seconds)
    found = [
        {
            "name": device.name,
            "address": str(device.address),
            "identifier": device.identifier,
            "model": str(device.device_info.model),
            "rawModel": device.device_info.raw_model,
            "operatingSystem": str(device.device_info.operating_system),
            "services": sorted(service.protocol.name for service in device.services),
        }
        for device in devices
    ]
    print(json.dumps(sorted(found, key=lambda item: item["name"]), indent=1))


asyncio.run(main(float(sys.argv[1])))
