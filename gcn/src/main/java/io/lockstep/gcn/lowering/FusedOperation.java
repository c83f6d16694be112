// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Operand;
import java.util.List;

/** A three-operand instruction that performs several instructions of the portable kernel. */
record FusedOperation(String mnemonic, List<Operand> sources) {}
