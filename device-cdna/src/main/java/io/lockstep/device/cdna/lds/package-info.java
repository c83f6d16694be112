package io.lockstep.device.cdna.lds;
