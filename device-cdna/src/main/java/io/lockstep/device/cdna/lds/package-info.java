/** Banks of the local data share. */
package io.lockstep.device.cdna.lds;
