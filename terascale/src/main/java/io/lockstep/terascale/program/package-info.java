/** The machine kernel, its listing and its checks. */
package io.lockstep.terascale.program;
