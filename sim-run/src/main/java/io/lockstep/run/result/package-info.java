/** The fields of a result, declared once, and trees of JSON that they are read from. */
package io.lockstep.run.result;
