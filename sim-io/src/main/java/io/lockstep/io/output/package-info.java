/** Files that a user asked for: complete under their names, or not there. */
package io.lockstep.io.output;
