/** Global memory: coalescing and texture layout. */
package io.lockstep.terascale.memory;
