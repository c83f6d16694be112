/** Programs that have been executed, one for all points that share them, and keys of points. */
package io.lockstep.study.program;
