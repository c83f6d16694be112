/** Devices with other figures, simulated at several launch phases. */
package io.lockstep.explain.trial;
