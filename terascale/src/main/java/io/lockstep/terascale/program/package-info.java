// SPDX-License-Identifier: Apache-2.0
/** The machine kernel, its listing and its checks. */
package io.lockstep.terascale.program;
