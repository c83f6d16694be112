/**
 * Region memory: one memory on the chip that all compute units share, and the barrier of a launch.
 */
package io.lockstep.parts.region;
