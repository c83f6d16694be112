/** Checks on request: what they look for, and what they found. */
package io.lockstep.execute.check;
