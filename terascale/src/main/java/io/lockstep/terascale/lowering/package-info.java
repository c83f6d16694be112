/** From the portable kernel to clauses: legalisation, dead code, registers. */
package io.lockstep.terascale.lowering;
