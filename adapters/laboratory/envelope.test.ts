import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { messagesIn } from '../hl7/frame-messages.ts'
import { FrameReader, toFrame } from '../hl7/frames.ts'
import { listenMllp } from '../hl7/mllp-server.ts'
import type { MllpListener } from '../hl7/port.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import { codec, result } from './testing/messages.ts'

const closing: MllpListener[] = []
afterEach(async () => {
  for (const listener of closing.splice(0)) await listener.close()
})

describe('[MSG-14] a family name with parts', () => {
  test('is read as its surname', () => {
    const raw = result('OBR|1|12|26-1').replace('Nguyen^Linh', 'van den Berg&van den&Berg^Linh')
    expect(codec.read(raw)).toMatchObject({ updates: [{ patient: { names: [{ last: 'van den Berg' }] } }] })
  })

  test('keeps an escaped ampersand', () => {
    const raw = result('OBR|1|12|26-1').replace('Nguyen^Linh', 'Ng\\T\\uyen^Linh')
    expect(codec.read(raw)).toMatchObject({ updates: [{ patient: { names: [{ last: 'Ng&uyen' }] } }] })
  })
})

describe('[MSG-14] MSH-2', () => {
  test.each(['^~\\', '^~', '^~\\&#'])('accepts %s', (encoding) => {
    const raw = result('OBR|1|12|26-1', 'OBX|1|TX|N||A & B').replace('^~\\&', encoding)
    expect(codec.read(raw)).toMatchObject({ kind: 'news', controlId: 'M1', updates: [{ orderId: 12 }] })
  })

  test('without a subcomponent delimiter leaves `&` an ordinary character', () => {
    const raw = result('OBR|1|12|26-1').replace('^~\\&', '^~\\').replace('Nguyen', 'Smith & Sons')
    expect(codec.read(raw)).toMatchObject({ updates: [{ patient: { names: [{ last: 'Smith & Sons' }] } }] })
  })

  test.each(['^', '', '^^~\\', 'ab~\\&'])('refuses %j', (encoding) => {
    const raw = result('OBR|1|12|26-1').replace('^~\\&', encoding)
    expect(codec.read(raw)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('MSH-2') })
  })
})

describe('[MSG-14] several messages in one frame', () => {
  const first = result('OBR|1|12|26-1')
  const second = result('OBR|1|13|26-2').replace('|M1|', '|M2|')

  test('are answered one by one', async () => {
    const received: string[] = []
    const listener = await listenMllp({
      host: '127.0.0.1',
      port: 0,
      receive: async (raw) => {
        received.push(raw)
        return codec.writeAcknowledgement(codec.read(raw), received.length === 1 ? 'AA' : 'AE', 'no')
      },
    })
    closing.push(listener)
    const socket = connect(listener.port, '127.0.0.1')
    socket.write(toFrame(first + second))
    const reader = new FrameReader()
    const answers: string[] = []
    while (answers.length < 2) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      answers.push(...reader.push(chunk).map((frame) => frame.toString()))
    }
    socket.destroy()
    expect(received).toEqual([first, second])
    expect(answers.map(readAcknowledgement)).toMatchObject([
      { code: 'AA', controlId: 'M1' },
      { code: 'AE', controlId: 'M2' },
    ])
  })

  test('are separated whatever ends their lines, except in a batch', () => {
    const lines = `${first}${second}`.replaceAll('\r', '\r\n')
    expect(messagesIn(lines).map((raw) => codec.read(raw).controlId)).toEqual(['M1', 'M2'])
    expect(messagesIn(`FHS|^~\\&|LIS\r${first}`)).toHaveLength(1)
    expect(messagesIn(result('OBR|1|12', 'OBX|1|TX|N||MSH|of the text'))).toHaveLength(1)
  })

  test('are never mistaken for one', () => {
    expect(codec.read(first + second)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('MSH'),
    })
  })
})

describe('[MSG-14] an order number of another namespace', () => {
  const withoutPatient = (obr: string) => result(obr).replace(/PID[^\r]*\r/, '')

  test('is not ours if there is no PID', () => {
    for (const raw of [
      withoutPatient('OBR|1|12^EPIC|26-1'),
      result('OBR|1|12^EPIC|26-1').replace('Nguyen^Linh', ''),
    ])
      expect(codec.read(raw)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('OBR-2') })
    expect(codec.read(withoutPatient('ORC|RE|12^EPIC|26-1'))).toMatchObject({ kind: 'refused' })
  })

  test('is ours in our namespace, without one, or with a person to compare', () => {
    for (const raw of [
      withoutPatient('OBR|1|12^karyo|26-1'),
      withoutPatient('OBR|1|12|26-1'),
      result('OBR|1|12^EPIC|26-1'),
    ])
      expect(codec.read(raw)).toMatchObject({ kind: 'news', updates: [{ orderId: 12 }] })
  })
})

describe('a line that is not a segment', () => {
  test('continues the text of an OBX or NTE', () => {
    expect(codec.read(result('OBR|1|12|26-1', 'NTE|1||One\rtwo', 'OBX|1|TX|N||three\rfour'))).toMatchObject({
      kind: 'news',
    })
  })

  test('is refused elsewhere, as it would change a field', () => {
    expect(codec.read(result('OBR|1|12|26-1||||||||||||||||||||||F', 'nothing'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('OBR'),
    })
  })

  test('is not assumed if the segment name is in lower case or indented', () => {
    expect(codec.read(result(' obr|1|12|26-1||||||||||||||||||||||F'))).toMatchObject({
      updates: [{ orderId: 12, state: 'reported' }],
    })
  })
})
