/**
 * What keeps a device from its peak, rung by rung: devices of which some parts are ideal, and the
 * ratio of two devices of any families.
 */
package io.lockstep.explain.ladder;
