/** Rules of hardware on a recorded access: coalescing, bank conflicts. */
package io.lockstep.parts.access;
