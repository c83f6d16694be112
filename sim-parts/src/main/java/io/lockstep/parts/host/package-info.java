/** What the host and its bus to the device cost: figures and their names. */
package io.lockstep.parts.host;
