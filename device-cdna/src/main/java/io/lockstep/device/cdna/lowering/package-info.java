/** From the portable kernel to GCN-style machine code. */
package io.lockstep.device.cdna.lowering;
