// SPDX-License-Identifier: Apache-2.0
/** Command lines of hipcc, the libraries that they name, and the packing of device code. */
package io.lockstep.frontend.source.hip;
