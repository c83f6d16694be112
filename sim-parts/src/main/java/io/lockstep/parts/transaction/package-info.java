// SPDX-License-Identifier: Apache-2.0
/** Memory units: transactions of a compute unit, their requests and completions. */
package io.lockstep.parts.transaction;
