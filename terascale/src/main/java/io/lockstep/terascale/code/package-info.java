// SPDX-License-Identifier: Apache-2.0
/** TeraScale machine code as data: operations, sources, bundles, instruction sets. */
package io.lockstep.terascale.code;
