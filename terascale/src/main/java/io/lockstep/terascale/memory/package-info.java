/** Global memory: coalescing and the address map. */
package io.lockstep.terascale.memory;
