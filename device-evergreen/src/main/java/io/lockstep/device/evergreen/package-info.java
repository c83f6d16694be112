/**
 * AMD's VLIW5 GPUs: R600 (HD 2900 XT, 2400, 3870), R700 (HD 4870), Evergreen (HD 5870, 5770, 5450,
 * 6870).
 */
package io.lockstep.device.evergreen;
