/** Costs of the host and its bus to the device. */
package io.lockstep.spi.host;
