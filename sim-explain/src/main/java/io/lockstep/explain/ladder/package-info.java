/**
 * What keeps a device from its peak, step by step: devices of which some parts are ideal, and the
 * ratio of two devices of any families.
 */
package io.lockstep.explain.ladder;
