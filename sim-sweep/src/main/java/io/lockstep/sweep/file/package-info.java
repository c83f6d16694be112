// SPDX-License-Identifier: Apache-2.0
/** Reading of sweep files, with positions for messages; names are not resolved yet. */
package io.lockstep.sweep.file;
