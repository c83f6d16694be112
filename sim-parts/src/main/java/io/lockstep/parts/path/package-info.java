/**
 * Critical paths: what the last completion of a launch was made of, told by the parts as it comes
 * about (docs/critical-path.md).
 */
package io.lockstep.parts.path;
