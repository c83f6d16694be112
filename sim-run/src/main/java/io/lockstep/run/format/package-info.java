/**
 * Results, kernel cards, devices and comparisons as JSON and CSV: stable names, additions only
 * (docs/schemas). Stateless.
 */
package io.lockstep.run.format;
