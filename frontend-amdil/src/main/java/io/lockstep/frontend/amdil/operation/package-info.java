// SPDX-License-Identifier: Apache-2.0
/** Operations of AMD IL: the table of their names and what each becomes in the kernel. */
package io.lockstep.frontend.amdil.operation;
