/** For tests: the MongoDB to start where the environment names none and a Docker engine is there. */
export const mongodbContainer = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };
