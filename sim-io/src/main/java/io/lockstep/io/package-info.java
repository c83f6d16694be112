/** Messages about what users wrote and asked for: one line with its place. */
package io.lockstep.io;
