/** How addresses become lines, channels and banks. */
package io.lockstep.device.cdna.memory;
