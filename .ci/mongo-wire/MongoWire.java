import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** Answers like MongoDB, in memory, so the read store's suite meets a real connection where no MongoDB can run. Not for anything that must be kept. */
public class MongoWire {
    /** The driver of Node refuses servers that speak an older wire protocol than 9. */
    record Version(List<Integer> getVersionArray, int getWireVersion) implements MongoVersion {}

    public static void main(String[] arguments) {
        var server = new MongoServer(new MemoryBackend().version(new Version(List.of(5, 0, 0), 13)));
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        System.out.println(server.getConnectionString());
    }
}
