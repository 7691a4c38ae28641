import type { Config } from './config.ts'

/** MSH-3 to MSH-6 and MSH-11 of what the portal sends. MSH-3 is also the namespace of its numbers. */
export function hl7Addresses(config: Config, laboratoryName: string) {
  return {
    sendingApplication: config.KARYO_HL7_SENDING_APPLICATION ?? 'KARYO',
    sendingFacility: config.KARYO_HL7_SENDING_FACILITY ?? laboratoryName,
    receivingApplication: config.KARYO_HL7_RECEIVING_APPLICATION ?? 'LIMS',
    receivingFacility: config.KARYO_HL7_RECEIVING_FACILITY ?? laboratoryName,
    processingId: config.production ? 'P' : 'T',
  } as const
}
