/** What a device module implements and what it is given: the device SPI (DESIGN, section 4). */
package io.lockstep.parts.device;
