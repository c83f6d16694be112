// SPDX-License-Identifier: Apache-2.0
/**
 * Declarations of answers: what a command prints, declared once, from which JSON, CSV, tables,
 * pages and the published schemas (docs/schemas) follow.
 */
package io.lockstep.run.answer;
