/** Which one figure of a device, if it is wrong, makes a suite's times what they are not. */
package io.lockstep.explain.calibration;
