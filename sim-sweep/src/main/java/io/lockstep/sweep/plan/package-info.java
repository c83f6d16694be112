// SPDX-License-Identifier: Apache-2.0
/**
 * The points of a sweep file: names are resolved, values combined or drawn, and points generated
 * one by one.
 */
package io.lockstep.sweep.plan;
