/**
 * Path segments of the API that are in the place of an institution's code elsewhere: no institution may have
 * one as its code.
 */
const RESERVED_CODES = ['v2', 'clientTestCodes', 'tempSamples', 'GetOrderHistoryFilter', 'GCAppointment']

/** Addresses are case-insensitive. */
export function isReservedCode(code: string): boolean {
  return RESERVED_CODES.some((reserved) => reserved.toLowerCase() === code.toLowerCase())
}
