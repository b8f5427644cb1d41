import { houseAt, mapNote, otherHouses } from './moving.js';

const at = (machineId: string, address: string, lat?: number) => ({ machineId, timeZone: `Zone/${machineId}`, location: { address, floor: '1', ...(lat !== undefined && { coordinates: { lat, lon: 7 } }) } });

describe('A machine that is moved to another house', () => {
  const pool = at('VM-1', '2 Hill', 50);
  const houses = otherHouses(pool, [pool, at('VM-2', '9 Main'), at('VM-3', '9 MAIN ', 48), at('VM-4', '1 Quay', 47), at('VM-5', ' 2 hill'), at('VM-6', '')]);

  it('is offered the other houses of the fleet, each once, with its place on the map', () => {
    expect(houses.map(({ address, timeZone, coordinates }) => [address, timeZone, coordinates?.lat])).toEqual([['1 Quay', 'Zone/VM-4', 47], ['9 Main', 'Zone/VM-2', 48]]);
    expect(houseAt(' 9 main', houses)?.address).toBe('9 Main');
    expect(houseAt('9 Mai', houses)).toBeUndefined();
  });

  it('goes there on the map, or its pin is asked about', () => {
    expect(mapNote('2 HILL ', pool, houses)).toBeUndefined();
    expect(mapNote('9 main', pool, houses)).toBe('It goes there on the map, too.');
    expect(mapNote('3 Nowhere', pool, houses)).toBe('On the map it stays where it was: please move it there, too.');
    expect(mapNote('3 Nowhere', at('VM-9', '2 Hill'), houses)).toBeUndefined();
  });
});
