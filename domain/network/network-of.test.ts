import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

describe('counts an IPv4 address by itself, and an IPv6 address by its network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:51234', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('%s as %s', (address, counted) => {
    expect(networkOf(address)).toBe(counted)
  })

  test.each([
    '',
    'not an address',
    '1:2',
    '1::2::3',
    ':::',
    '2001:db8::g',
    '::ffff:999.0.0.1',
    '1:2:3:4:5:6:7:8:9',
  ])('counts an invalid address, %j, by itself', (text) => expect(networkOf(text)).toBe(text))

  test('counts all addresses of one network together, and those of another separately', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const four = fc.tuple(group, group, group, group)
    const written = (...groups: number[]) => groups.map((one) => one.toString(16)).join(':')
    fc.assert(
      fc.property(four, four, four, four, (network, other, host, otherHost) => {
        fc.pre(network.some((one) => one !== 0) && other.some((one) => one !== 0))
        const one = networkOf(written(...network, ...host))
        expect(networkOf(written(...network, ...otherHost))).toBe(one)
        expect(networkOf(written(...other, ...host)) === one).toBe(written(...other) === written(...network))
      }),
    )
  })

  test('accepts text of any length and kind', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text) => typeof networkOf(text) === 'string',
      ),
    )
  })
})
