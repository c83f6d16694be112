/** Answers about address spaces as a page. */
package io.lockstep.report.address;
