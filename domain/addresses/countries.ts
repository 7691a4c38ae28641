import type { Country } from '../lookups.ts'

/**
 * The country of an address. The specification's list (§3, Lookups) has three: USA, Canada, Other. For Other
 * the actual country is given separately, because parcels and messages need it.
 */
export interface CountryOfAddress {
  country: Country
  /** ISO 3166-1, two letters, if `country` is Other; otherwise, or if unknown, '' or left out. */
  otherCountry?: string | undefined
}

/**
 * ISO 3166-1 without the USA and Canada: the two-letter code, the three-letter code, and the English name.
 * Our own list and not the runtime's, so that the server and all browsers read and show the same names.
 */
const COUNTRIES: readonly (readonly [two: string, three: string, name: string])[] = `
  AD AND Andorra; AE ARE United Arab Emirates; AF AFG Afghanistan;
  AG ATG Antigua & Barbuda; AI AIA Anguilla; AL ALB Albania; AM ARM Armenia; AO AGO Angola;
  AQ ATA Antarctica; AR ARG Argentina; AS ASM American Samoa; AT AUT Austria; AU AUS Australia;
  AW ABW Aruba; AX ALA Åland Islands; AZ AZE Azerbaijan; BA BIH Bosnia & Herzegovina; BB BRB Barbados;
  BD BGD Bangladesh; BE BEL Belgium; BF BFA Burkina Faso; BG BGR Bulgaria; BH BHR Bahrain; BI BDI Burundi;
  BJ BEN Benin; BL BLM St. Barthélemy; BM BMU Bermuda; BN BRN Brunei; BO BOL Bolivia;
  BQ BES Caribbean Netherlands; BR BRA Brazil; BS BHS Bahamas; BT BTN Bhutan; BV BVT Bouvet Island;
  BW BWA Botswana; BY BLR Belarus; BZ BLZ Belize; CC CCK Cocos (Keeling) Islands; CD COD Congo (Kinshasa);
  CF CAF Central African Republic; CG COG Congo (Brazzaville); CH CHE Switzerland; CI CIV Côte d’Ivoire;
  CK COK Cook Islands; CL CHL Chile; CM CMR Cameroon; CN CHN China; CO COL Colombia; CR CRI Costa Rica;
  CU CUB Cuba; CV CPV Cape Verde; CW CUW Curaçao; CX CXR Christmas Island; CY CYP Cyprus; CZ CZE Czechia;
  DE DEU Germany; DJ DJI Djibouti; DK DNK Denmark; DM DMA Dominica; DO DOM Dominican Republic;
  DZ DZA Algeria; EC ECU Ecuador; EE EST Estonia; EG EGY Egypt; EH ESH Western Sahara; ER ERI Eritrea;
  ES ESP Spain; ET ETH Ethiopia; FI FIN Finland; FJ FJI Fiji; FK FLK Falkland Islands; FM FSM Micronesia;
  FO FRO Faroe Islands; FR FRA France; GA GAB Gabon; GB GBR United Kingdom; GD GRD Grenada; GE GEO Georgia;
  GF GUF French Guiana; GG GGY Guernsey; GH GHA Ghana; GI GIB Gibraltar; GL GRL Greenland; GM GMB Gambia;
  GN GIN Guinea; GP GLP Guadeloupe; GQ GNQ Equatorial Guinea; GR GRC Greece;
  GS SGS South Georgia & South Sandwich Islands; GT GTM Guatemala; GU GUM Guam; GW GNB Guinea-Bissau;
  GY GUY Guyana; HK HKG Hong Kong; HM HMD Heard & McDonald Islands; HN HND Honduras; HR HRV Croatia;
  HT HTI Haiti; HU HUN Hungary; ID IDN Indonesia; IE IRL Ireland; IL ISR Israel; IM IMN Isle of Man;
  IN IND India; IO IOT British Indian Ocean Territory; IQ IRQ Iraq; IR IRN Iran; IS ISL Iceland;
  IT ITA Italy; JE JEY Jersey; JM JAM Jamaica; JO JOR Jordan; JP JPN Japan; KE KEN Kenya; KG KGZ Kyrgyzstan;
  KH KHM Cambodia; KI KIR Kiribati; KM COM Comoros; KN KNA St. Kitts & Nevis; KP PRK North Korea;
  KR KOR South Korea; KW KWT Kuwait; KY CYM Cayman Islands; KZ KAZ Kazakhstan; LA LAO Laos; LB LBN Lebanon;
  LC LCA St. Lucia; LI LIE Liechtenstein; LK LKA Sri Lanka; LR LBR Liberia; LS LSO Lesotho;
  LT LTU Lithuania; LU LUX Luxembourg; LV LVA Latvia; LY LBY Libya; MA MAR Morocco; MC MCO Monaco;
  MD MDA Moldova; ME MNE Montenegro; MF MAF St. Martin; MG MDG Madagascar; MH MHL Marshall Islands;
  MK MKD North Macedonia; ML MLI Mali; MM MMR Myanmar; MN MNG Mongolia; MO MAC Macao;
  MP MNP Northern Mariana Islands; MQ MTQ Martinique; MR MRT Mauritania; MS MSR Montserrat; MT MLT Malta;
  MU MUS Mauritius; MV MDV Maldives; MW MWI Malawi; MX MEX Mexico; MY MYS Malaysia; MZ MOZ Mozambique;
  NA NAM Namibia; NC NCL New Caledonia; NE NER Niger; NF NFK Norfolk Island; NG NGA Nigeria;
  NI NIC Nicaragua; NL NLD Netherlands; NO NOR Norway; NP NPL Nepal; NR NRU Nauru; NU NIU Niue;
  NZ NZL New Zealand; OM OMN Oman; PA PAN Panama; PE PER Peru; PF PYF French Polynesia;
  PG PNG Papua New Guinea; PH PHL Philippines; PK PAK Pakistan; PL POL Poland; PM SPM St. Pierre & Miquelon;
  PN PCN Pitcairn Islands; PR PRI Puerto Rico; PS PSE Palestine; PT PRT Portugal; PW PLW Palau;
  PY PRY Paraguay; QA QAT Qatar; RE REU Réunion; RO ROU Romania; RS SRB Serbia; RU RUS Russia;
  RW RWA Rwanda; SA SAU Saudi Arabia; SB SLB Solomon Islands; SC SYC Seychelles; SD SDN Sudan;
  SE SWE Sweden; SG SGP Singapore; SH SHN St. Helena; SI SVN Slovenia; SJ SJM Svalbard & Jan Mayen;
  SK SVK Slovakia; SL SLE Sierra Leone; SM SMR San Marino; SN SEN Senegal; SO SOM Somalia; SR SUR Suriname;
  SS SSD South Sudan; ST STP São Tomé & Príncipe; SV SLV El Salvador; SX SXM Sint Maarten; SY SYR Syria;
  SZ SWZ Eswatini; TC TCA Turks & Caicos Islands; TD TCD Chad; TF ATF French Southern Territories;
  TG TGO Togo; TH THA Thailand; TJ TJK Tajikistan; TK TKL Tokelau; TL TLS Timor-Leste; TM TKM Turkmenistan;
  TN TUN Tunisia; TO TON Tonga; TR TUR Türkiye; TT TTO Trinidad & Tobago; TV TUV Tuvalu; TW TWN Taiwan;
  TZ TZA Tanzania; UA UKR Ukraine; UG UGA Uganda; UM UMI U.S. Outlying Islands; UY URY Uruguay;
  UZ UZB Uzbekistan; VA VAT Vatican City; VC VCT St. Vincent & Grenadines; VE VEN Venezuela;
  VG VGB British Virgin Islands; VI VIR U.S. Virgin Islands; VN VNM Vietnam; VU VUT Vanuatu;
  WF WLF Wallis & Futuna; WS WSM Samoa; YE YEM Yemen; YT MYT Mayotte; ZA ZAF South Africa; ZM ZMB Zambia;
  ZW ZWE Zimbabwe
`
  .split(';')
  .map((one) => {
    const [two = '', three = '', ...name] = one.trim().split(/\s+/)
    return [two, three, name.join(' ')]
  })
const THREE_LETTERS: ReadonlyMap<string, string> = new Map(COUNTRIES.map(([two, three]) => [two, three]))
const NAMES: ReadonlyMap<string, string> = new Map(COUNTRIES.map(([two, , name]) => [two, name]))
/** The XAD-6 (HL7 table 0399) and FHIR codes of the two countries that have a name of their own here. */
const NAMED = { USA: ['US', 'USA'], Canada: ['CA', 'CAN'] } as const

/** The two-letter codes of all countries except the USA and Canada. */
export const OTHER_COUNTRY_CODES: readonly string[] = [...THREE_LETTERS.keys()]

export function isOtherCountry(code: string): boolean {
  return THREE_LETTERS.has(code)
}

/** The ISO 3166-1 codes; '' if the country is not known. */
export function countryCodes({ country, otherCountry = '' }: CountryOfAddress): {
  two: string
  three: string
} {
  if (country !== 'Other') return { two: NAMED[country][0], three: NAMED[country][1] }
  const three = THREE_LETTERS.get(otherCountry)
  return three === undefined ? { two: '', three: '' } : { two: otherCountry, three }
}

/** 'Germany' for DE; an unknown code is returned unchanged. */
export function otherCountryName(code: string): string {
  return NAMES.get(code) ?? code
}

/** 'USA', 'Canada', 'Germany'; 'Other' if the country is not known. */
export function countryName({ country, otherCountry = '' }: CountryOfAddress): string {
  return country === 'Other' && otherCountry !== '' ? otherCountryName(otherCountry) : country
}
