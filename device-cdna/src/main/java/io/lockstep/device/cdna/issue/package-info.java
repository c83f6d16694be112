/** The compute unit: four SIMDs, what they issue, and what they wait for. */
package io.lockstep.device.cdna.issue;
